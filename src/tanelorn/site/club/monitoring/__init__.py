"""What those who look after a club see of it: figures and logs, in which no name, word or hidden thing stands."""
