"""The story of one day or date: its steps, its ledger and the chart."""
