// Loaded before each test file. The process exits with its last test; output that is not yet written would be lost, and the
// tests would not be counted.
interface Handle {
  setBlocking?(isBlocking: boolean): void
}

for (const stream of [process.stdout, process.stderr]) {
  const handle = Reflect.get(stream, '_handle') as Handle | null | undefined
  handle?.setBlocking?.(true)
}
