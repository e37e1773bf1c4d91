"""What is handed out, and how it feels once it is installed."""
