"""The standard board: seven powers, Spring 1901 to a solo or an agreed draw."""
