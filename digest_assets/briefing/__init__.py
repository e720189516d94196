"""From judged facts to the document: frames, view model, template, lint, explanation. Pure; no thresholds, no SQL."""
