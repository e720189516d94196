"""A made-up topic for the judge's tests: a living document on sea ice, one on hydrogen, and days of notes."""

from __future__ import annotations

from digest_assets_tests.judge.small import Small, topic

ICE = """# Sea ice

Living document. Consensus to C012, open questions to Q007.

## 1. Observing systems
### 1.1 Altimeters
- Polaris-4 has flown since 2027; footprint 1.6 km, revisit 27 days.
- The radar freeboard of Polaris-4 carries a bias of 4 cm over wet snow.
- Halley-B is planned for launch in May 2031.
### 1.2 Buoys
- The drift buoys of the Nansen array report every 30 minutes.
- About 240 buoys are active in winter.
- Battery life of a buoy: 18 months.

## 2. Models
### 2.1 Rheology
- Brittle rheology (arXiv:3011.04410) reproduces lead density better than viscous-plastic at 3 km.
- FloeSim is released under the GPL-3.0.
- FloeSim 2.3 needs NetCDF 4.8 or newer.
### 2.2 Coupling
- Wave-ice coupling in FloeSim 2.3 costs 12% of run time.
- Coupling every 20 minutes is enough.

## 3. Forecasts
- The Barents outlook has a lead time of 45 days.
- Skill beyond 60 days is not shown by any centre.

## 4. Shipping and policy
- The Arctic Code was ratified in October 2030.
- Vessels below 500 t are exempt.

## 5. Consensus
- C012 Drift matters more than thickness for routing.

## 6. Open questions
- Q007 Does assimilation of leads pay in summer?
"""

HYDROGEN = """# 氢能

## 一、制氢
- 碱性电解槽：单槽 1,000 Nm³/h，直流电耗 4.3 kWh/Nm³。
- 青鸾电解槽（Qingluan）当前版本 Q3：额定寿命 6 万小时。

## 二、储运
- 液氢蒸发率 0.3%/天。
- 北线管道计划 2031 年 6 月投产。

## 三、加注与车辆
- 远岭重卡续航 600 km，不支持低温冷启动。

## 四、共识
- C03 运输半径决定氢价。

## 五、待验证问题
- O05 铱载量能否降到 0.2 mg/cm²？
"""

TOPICS = {
    "sea-ice": topic(
        "sea-ice",
        *(
            "sea ice",
            "altimeter",
            "freeboard",
            "Polaris-4",
            "Halley-B",
            "Nansen",
            "FloeSim",
            "rheology",
            "buoy",
            "Barents",
        ),
        "Arctic Code",
        categories=("cryosphere",),
        adjacent=("remote-sensing",),
    ),
    "氢能": topic(
        "氢能", "氢", "电解槽", "青鸾", "Qingluan", "液氢", "远岭", categories=("hydrogen",), adjacent=("catalysis",)
    ),
}

FLOESIM = """# FloeSim 2.4

Released on 2031-03-30. What changed, by running it for an afternoon:

- landfast ice gets its own drag law; the Kara polynya opens 9 days earlier than in 2.3
- wave coupling now costs 7% of run time
- FloeSim 2.4 needs NetCDF 4.9 or newer

Open question: does the new drag law hold for the Laptev shelf?
"""

SNOWCAP = """---
arxiv: 3103.01122
title: "SnowCap: Snow Depth from Passive Microwave over Drifting Ice"
category: cryosphere
secondary: remote-sensing
form: dataset
created: 2031-04-01 09:00
---
25 km grid, daily since 2012. RMSE 6.2 cm against airborne radar, 8.8 cm over multi-year ice.
"""


def vault(*days: dict[str, str | bytes], documents: list[dict[str, str]] | None = None) -> Small:
    """Days over the two documents."""
    return Small(TOPICS, list(documents or [{"sea-ice": ICE, "氢能": HYDROGEN}]), list(days))
