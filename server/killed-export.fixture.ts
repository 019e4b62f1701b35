// The process of killed-export.test.ts: makes an export beside a server, and waits to be killed at a point of it.
import { makeExportRun } from '@tillsight/domain'
import { withRuntime } from './cli/session.ts'
import { exportServicesOf } from './exports.ts'

const [, , run, stop] = process.argv
const forever = () => new Promise<never>((_done, fail) => setTimeout(fail, 600_000))

async function* begun(pieces: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array | string> {
  for await (const piece of pieces) {
    yield piece
    if (stop === 'within') await forever()
  }
}

if (import.meta.main && run !== undefined) {
  await withRuntime('killed export', async (runtime) => {
    const services = exportServicesOf(runtime)
    const { files } = services
    const write: typeof files.write = async (name, pieces, signal) => {
      const written = await files.write(name, begun(pieces), signal)
      if (stop === 'after') await forever()
      return written
    }
    await makeExportRun({ ...services, files: { ...files, write } }, run, new AbortController().signal)
  })
}
