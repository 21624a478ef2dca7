"""Files out: CSV, XLSX, JSON and PDF, all from the same data of `domain` and with the same numbers."""
