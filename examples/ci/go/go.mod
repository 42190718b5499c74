module example.com/decks

go 1.19
