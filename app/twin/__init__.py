"""The same week twice: with loads that append and with loads that overwrite."""
