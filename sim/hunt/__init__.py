"""The hunt: thousands of seeded weeks with a pretend reader, and the shortest that breaks a property."""
