"""From a team's Markdown vault to one briefing per day and topic; ``definitions`` and ``cli`` are its front doors."""
