// The compiler refuses nothing, and every rule is broken at run time.
export {}
