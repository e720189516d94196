"""Hand-made judgements for the briefing's tests: an empty day, small ones, and the sample vault's inference day."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, date, datetime

from digest_assets.briefing.document import BaselineFacts, BaselineSection, Header, SourceFact
from digest_assets.model import (
    Action,
    Adoption,
    Candidate,
    CardCount,
    Caution,
    Evidence,
    Increment,
    Judgement,
    Nearest,
    PaperRow,
    Pattern,
    Phrase,
    Quote,
    Verdict,
    Vote,
)

DAY = date(2026, 7, 31)
BASE = "organized/knowledge/inference.md"
JAY = "inbox/jay/2026-07-31T1735-jay-briefing-inference-stack-vecdb-substack.md"
SPARK = "inbox/spark/2026-07-31-llm-infra-e1prep.md"
CARD = "paper_cards/681-2607-26627.md"


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def quote(path: str, line: int, text: str, *, last: int | None = None, day: date | None = DAY) -> Quote:
    claim = None if path == BASE else sha(path + text)[:16]
    return Quote(text, path, line, last or line, claim, None if path == BASE else day, sha(path))


def phrase(key: str, **params: str | int | float) -> Phrase:
    return Phrase(key, tuple(params.items()))


def verdict(path: str, word: str, reason: Phrase, **more: object) -> Verdict:
    kind = "card" if path.startswith("paper_cards") else "predigest" if path.endswith("e1prep.md") else "note"
    if path == "work-queue.md":
        kind = "queue"
    base = Verdict(path, kind, word, reason, None, "on_time", None, 10, 0, 0, 0)  # type: ignore[arg-type]
    return replace(base, **more)  # type: ignore[arg-type]


SECTIONS = (
    ("1", "推理引擎：六大主流框架", 9, 20),
    ("1.1", "vLLM", 22, 29),
    ("1.4", "Hugging Face TGI", 43, 46),
    ("1.7", "观察名单（无一手来源，不进表）", 56, 70),
    ("2.3", "KV cache 全栈三件套", 87, 95),
    ("2.4", "FlashInfer：面向 token 操作的推理", 97, 103),
    ("2.5", "OmniServe：混合 SLO serving", 105, 107),
    ("2.6", "Blink：CPU-free 推理", 109, 111),
    ("2.7", "KVServe 与 SpectrumKV：KV 传输与压缩", 113, 115),
    ("2.8", "Flow-Controlled：调度与流控", 117, 119),
    ("2.13", "选型决策树", 134, 142),
    ("3", "投机解码", 144, 170),
    ("5", "训练与部署协同", 187, 195),
    ("6.6", "端侧与非 Python 运行时", 210, 213),
    ("7.1", "记忆", 223, 225),
    ("8.1", "共识", 232, 248),
    ("8.2", "争议", 250, 269),
    ("9", "待验证问题（试金石）", 271, 284),
)


def header(**more: object) -> Header:
    base = Header(
        day=DAY,
        topic="inference",
        title="inference",
        opens=datetime(2026, 7, 30, 14, tzinfo=UTC),
        closes=datetime(2026, 7, 31, 14, tzinfo=UTC),
        zone="Asia/Shanghai",
        provisional=False,
        baseline=BaselineFacts(
            BASE,
            "commit:4f2a9c1d7e60",
            datetime(2026, 7, 30, 15, 10, tzinfo=UTC),
            tuple(BaselineSection(*s) for s in SECTIONS),
            115,
            "C115",
            "O171",
        ),
        code_version=sha("code"),
        input_sha256=sha("input"),
    )
    return replace(base, **more)  # type: ignore[arg-type]


def empty_day() -> Judgement:
    """A first day with no sources at all."""
    return Judgement(
        DAY, "inference", "none", (), (), (), (), (), (), (), (), Pattern(0, ((DAY, "none"),), None, ()), ()
    )


def _increment(
    rank: int, title: str, says: tuple[Quote, ...], placement: tuple[Vote, ...], **more: object
) -> Increment:
    base = Increment(
        increment_id=sha(title)[:12],
        rank=rank,
        kind="new",
        title=title,
        says=says,
        stars=1,
        star_reasons=(),
        placement=placement,
        missing_section=False,
        arxiv_ids=(),
        known=(),
        missing=phrase("missing.wording"),
        score=1.0,
        evidence=(Evidence(says[0], "lead"), *(Evidence(q, "support") for q in says[1:])),
        nearest=None,
        late=False,
    )
    return replace(base, **more)  # type: ignore[arg-type]


def _others() -> list[Verdict]:
    notes = (
        "inbox/flyp/2026-07-31-1550-VisualPatchWorld-code-world-model-as-third-paradigm-critical-read.md",
        "inbox/flyp/2026-07-31-SkillRise-Metis-cross-task-skill-vs-native-memory-critical-read.md",
        "inbox/flyp/2026-07-31-multimodal-e1prep.md",
        "inbox/flyp/2026-07-31-risk-e1prep.md",
        "inbox/flyp/2026-13-40-scratch.md",
        "inbox/flyp/agent-skill-scratch.md",
        "inbox/jay/2026-07-31T1012-jay-kb-hybrid-retro.md",
        "inbox/jay/2026-07-31T1105-jay-five-category-briefing.md",
        "inbox/jay/2026-07-31T1335-jay-engineering-filter.md",
        "inbox/jay/2026-07-31T1505-jay-five-category-briefing.md",
        "inbox/stephen/2026-07-30T2215-stephen-night-news.md",
        "inbox/stephen/2026-07-31-0910-news-x-vip-radar.md",
        "inbox/stephen/2026-07-31-1003-news-anthropic.md",
        "inbox/stephen/2026-07-31-ai-industry-e1prep.md",
        "inbox/tom/2026-07-31-agent-rag-longcontext-radar.md",
        "inbox/tom/2026-07-31-rag-e1prep.md",
    )
    return [verdict(path, "other_topic", phrase("verdict.other_topic")) for path in notes]


def sample_day() -> Judgement:
    """What the sample vault's inference day of 2026-07-31 should give."""
    section3 = Vote("3", "投机解码", 0.81, tuple(Nearest(BASE, line, "…", 0.4, "wording") for line in (169, 157, 149)))
    dispute = Vote("8.2", "争议", 0.42, ())
    lossy = _increment(
        1,
        "Revisiting Lossy Verification in Speculative Decoding",
        (
            quote(CARD, 12, "第一篇专门分析「有损验证」的工作：验证端放宽匹配条件后，输出到底服从什么分布。"),
            quote(CARD, 15, "放宽之后 decoding distribution 已经不是 target 的分布，但多数论文只报平均分，不报分布。"),
            quote(
                CARD, 19, "画出 speed–quality 的 trade-off 曲线：同样多收 10% 的 token，不同规则付出的质量差别很大。"
            ),
            quote(
                CARD,
                20,
                "归纳 failure modes：低熵位置被高熵草稿覆盖；长链推理里早期一次错误接收被后文放大；温度越高偏移越大。",
            ),
            quote(
                SPARK,
                46,
                "把验证端放宽（lossy verification）之后，decoding distribution 被改写，生成质量变得不稳；"
                "论文给了分布层面的分析、速度与质量的 trade-off，还有几种 failure modes。",
            ),
        ),
        (section3, dispute),
        stars=2,
        arxiv_ids=("2607.26627",),
        star_reasons=(phrase("stars.primary_card", category="inference-systems"), phrase("stars.gap")),
        known=(
            quote(
                BASE, 170, "以上方法默认都保持目标模型的输出分布不变（拒绝采样或贪心一致），验证端放宽的方法尚未收录。"
            ),
        ),
        missing=phrase("missing.arxiv", arxiv_id="2607.26627"),
        nearest=Nearest(BASE, 170, "验证端放宽的方法尚未收录。", 0.31, "wording"),
    )
    extra = quote(
        CARD,
        23,
        "摘要与引言没有给 vLLM 或 SGLang 实现上的数字：acceptance rate 在哪个 lossy 阈值开始伤质量，"
        "要看 §4 实验与附录。",
    )
    lossy = replace(lossy, evidence=(*lossy.evidence, Evidence(extra, "support")))
    tgi_date = quote(JAY, 154 - 139, "正式进入维护模式 | 2026-03-21")
    tgi_known = quote(
        BASE,
        44,
        "Hugging Face TGI 已于 2025 年 12 月进入维护模式；新部署的默认选择改为 vLLM 或 SGLang，Inference Endpoints "
        "已提供两者的镜像 [72]。",
    )
    tgi = _increment(
        2,
        "TGI 维护模式",
        (
            tgi_date,
            quote(JAY, 16, "还收什么 | 只收 minor bug fix 的 PR，新特性、新模型一律不接"),
            quote(JAY, 18, "存量怎么办 | 文中建议留出 3–6 个月做迁移，先平移到 vLLM，再按负载决定要不要换 SGLang"),
            quote(
                JAY,
                11,
                "TGI was HuggingFace's production serving engine, powering Hugging Chat and the Inference API. It "
                "introduced continuous batching and Flash Attention to a wide audience. But as of 2026, TGI is "
                "officially in maintenance mode.",
            ),
        ),
        (
            Vote("1.4", "Hugging Face TGI", 0.7, (Nearest(BASE, 44, "…", 0.6, "anchor"),)),
            Vote("2.13", "选型决策树", 0.3, ()),
            Vote("8.1", "共识", 0.2, ()),
        ),
        kind="correction",
        known=(tgi_known,),
        missing=phrase("missing.values", list="2026-03-21"),
        star_reasons=(phrase("stars.conflict"),),
    )
    blog = _increment(
        3,
        "Keeping vLLM Production Quality",
        (
            quote(SPARK, 34, "2026 年 6 月合并到 main 的提交 | 1,918（日均 64）"),
            quote(SPARK, 35, "同月 CI 用量 | 1,300 万 job minutes"),
            quote(SPARK, 36, "CI 峰值并发 | 1,400 个 runner"),
            quote(SPARK, 37, "发版节奏 | 两周一版，自 2025 年 11 月起"),
        ),
        (Vote("1.1", "vLLM", 0.6, ()),),
        missing=phrase("missing.wording"),
        star_reasons=(phrase("stars.figures", count=4),),
    )
    cautions = (
        Caution(
            "w-pass",
            "unquantified",
            "vLLM 门禁通过率",
            "通过率",
            quote(
                SPARK,
                42,
                "没说的：这 1,300 万分钟里门禁的通过率、被拦下的回归有多少，文章没给，GitHub 上也没有现成的公开面板。",
            ),
            None,
            ("1,300 万",),
            "low",
            phrase("action.find_figure"),
            phrase("reason.unquantified"),
            blog.increment_id,
            "1.1",
        ),
        Caution(
            "w-tgi",
            "conflict",
            "TGI",
            "进入维护模式",
            tgi_date,
            tgi_known,
            ("2026-03-21", "2025 年 12 月"),
            "verify",
            phrase("action.check_primary", subject="TGI"),
            phrase("reason.conflict_baseline", a="2025 年 12 月", b="2026-03-21"),
            tgi.increment_id,
            "1.4",
        ),
        Caution(
            "w-colibri",
            "suspect_link",
            "Colibri",
            "仓库地址",
            quote(
                JAY,
                41,
                "文中给的仓库：github.com/pricing/Colibri —— 点开像是拼接错的地址，pricing 不像人名也不像组织名，"
                "没找到代码。",
            ),
            None,
            ("github.com/pricing/Colibri",),
            "verify",
            phrase("action.find_link", subject="Colibri"),
            phrase("reason.reserved_owner", owner="pricing"),
            None,
            "1.7",
        ),
        Caution(
            "w-lossy",
            "unquantified",
            "acceptance rate 损失边界",
            "",
            extra,
            None,
            ("acceptance rate",),
            "verify",
            phrase("action.find_figure"),
            phrase("reason.unquantified"),
            lossy.increment_id,
            "3",
        ),
    )
    near = Nearest(BASE, 69, "| 32 | 2607.5 | 2512.4 |", 0.92, "wording")
    verdicts = [
        *_others(),
        verdict(
            JAY,
            "used",
            phrase("verdict.used", increments=1, warnings=2),
            claims_total=96,
            claims_on_topic=50,
            claims_new=9,
        ),
        verdict(SPARK, "used", phrase("verdict.used", increments=2, warnings=1)),
        verdict(CARD, "used", phrase("verdict.used", increments=1, warnings=1)),
        verdict(
            "inbox/jay/2026-07-31T1620-jay-csdn-sglang-bench-eval.md",
            "covered",
            phrase("verdict.known", known=31, total=33),
            nearest=near,
        ),
        verdict("inbox/flyp/2026-07-31T0830-flyp-morning.md", "empty", phrase("verdict.empty")),
        verdict("inbox/stephen/2026-07-31T1210-stephen-news-clip.md", "unreadable", phrase("verdict.unreadable")),
        verdict(
            "inbox/tom/2026-07-31T1345-tom-radar-backup.md",
            "other_topic",
            phrase("verdict.other_topic"),
            duplicate_of="inbox/tom/2026-07-31-agent-rag-longcontext-radar.md",
        ),
        verdict("paper_cards/680-2607-26240.md", "other_topic", phrase("verdict.other_card", category="agent")),
        verdict(
            "work-queue.md",
            "covered",
            phrase("verdict.known", known=5, total=5),
            nearest=Nearest(BASE, 44, "", 0.5, "x"),
        ),
    ]
    verdicts = sorted(verdicts, key=lambda v: v.path)
    verdicts += [
        verdict(
            "inbox/jay/2026-07-30T2040-jay-lmcache-q2-roadmap.md",
            "covered",
            phrase("verdict.known", known=4, total=4),
            arrival="late",
            nearest=Nearest(BASE, 91, "", 0.9, "anchor"),
        ),
        verdict(
            "paper_cards/673-2607-16955.md",
            "covered",
            phrase("verdict.known", known=1, total=1),
            arrival="earlier",
            nearest=Nearest(BASE, 191, "", 1.0, "anchor:arxiv"),
        ),
    ]
    references = (
        ("2604.07609", "2.6", 8),
        ("2603.12831", "2.5", 8),
        ("2604.11001", "2.8", 8),
        ("2606.29708", "2.7", 9),
        ("2606.08635", "2.7", 9),
        ("2606.20295", "2.4", 9),
        ("2607.19712", "6.6", 9),
        ("2607.25380", "7.1", 27),
        ("2607.16955", "5", 47),
    )
    papers = (
        *(PaperRow(i, None, "reference", section, None, None, ((SPARK, line),)) for i, section, line in references),
        PaperRow("2607.26627", lossy.title, "increment", None, lossy.increment_id, CARD, ((SPARK, 46), (CARD, 3))),
    )
    question = quote(
        CARD, 25, "试金石：lossy 阈值放宽到哪里，vLLM/SGLang 实现里的 acceptance rate 与生成质量开始一起掉。"
    )
    consensus = quote(JAY, 32, "共识候选：TGI 收场之后，推理引擎从多家并立收成 vLLM / SGLang 两家主导。")
    cards = (
        ("660", "2607.18830", "agent", "other"),
        ("662", "2607.17752", "rag", "other"),
        ("668", "2607.25380", "llm-infra", "primary"),
        ("673", "2607.16955", "llm-infra", "primary"),
        ("680", "2607.26240", "agent", "other"),
        ("681", "2607.26627", "inference-systems", "primary"),
    )
    return Judgement(
        DAY,
        "inference",
        "medium",
        (lossy, tgi, blog),
        cautions,
        tuple(verdicts),
        papers,
        (
            Candidate("consensus", "C116", consensus.text, consensus, tgi.increment_id),
            Candidate("question", "O172", question.text, question, lossy.increment_id),
        ),
        (
            Action(1, phrase("action.add", title=lossy.title, section="3"), lossy.increment_id, None),
            Action(2, phrase("action.add", title=blog.title, section="1.1"), blog.increment_id, None),
            Action(3, phrase("action.candidates", ids="C116, O172"), None, None),
            Action(4, phrase("action.check_primary", subject="TGI"), tgi.increment_id, "w-tgi"),
        ),
        (
            Adoption("a" * 12, date(2026, 7, 30), "OmniServe", "2.5", DAY, "2.5", 0.9),
            Adoption("b" * 12, date(2026, 7, 30), "KVServe | SpectrumKV", "2.3", DAY, "2.7", 0.8),
            Adoption("c" * 12, date(2026, 7, 24), "Old idea", "4", None, None, 0.0),
        ),
        tuple(
            CardCount(f"paper_cards/{n}-{i.replace('.', '-')}.md", n, i, f"Paper {n}", c, r, n > "675")  # type: ignore[arg-type]
            for n, i, c, r in cards
        ),
        Pattern(
            3,
            ((date(2026, 7, 29), "none"), (date(2026, 7, 30), "medium"), (DAY, "medium")),
            1,
            ("inbox/jay/2026-07-31T1620-jay-csdn-sglang-bench-eval.md",),
        ),
        (),
    )


def sample_header() -> Header:
    judgement = sample_day()
    return header(
        sources=tuple(
            SourceFact(v.path, v.kind, v.path.split("/")[1] if v.kind in ("note", "predigest") else None)
            for v in judgement.verdicts
            if v.arrival != "earlier"
        )
    )
