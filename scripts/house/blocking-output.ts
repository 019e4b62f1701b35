// Loaded before each test file. A process is ended with its last test; what its reader had not taken by then would be lost,
// and tests that ran would be counted as if they were not there.
interface Handle {
  setBlocking?(isBlocking: boolean): void
}

for (const stream of [process.stdout, process.stderr]) {
  const handle = Reflect.get(stream, '_handle') as Handle | null | undefined
  handle?.setBlocking?.(true)
}
