module languages

go 1.25.0

require (
	golang.org/x/oauth2 v0.27.0
	gopkg.in/validator.v2 v2.0.1
)
