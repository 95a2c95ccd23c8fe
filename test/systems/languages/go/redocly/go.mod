module languages

go 1.24
