"""From a week to what a reader sees. It holds no rules of its own."""
