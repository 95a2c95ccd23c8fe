/** Prints the milliseconds that importing the named modules takes in a fresh process. */
const start = performance.now()
for (const name of process.argv.slice(2)) await import(name)
console.log(performance.now() - start)
