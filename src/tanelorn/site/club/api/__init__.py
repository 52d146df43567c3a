"""The site for programs: what people do at their pages, as typed JSON, by tokens of their own."""
