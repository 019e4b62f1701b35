import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { BulkLine } from './bulk-lines.ts'

const flushBytes = 1 << 18
/** Roots that are written before other calls get their turn. */
const stride = 500

/** A result file, also while it is written. It has no name on disk: it is gone when the simulator is, however that ends. */
export class BulkFile {
  readonly #file: number
  objects = 0
  roots = 0
  bytes = 0
  isDone = false
  #isClosed = false

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'shopify-sandbox-'))
    this.#file = openSync(join(folder, 'bulk.jsonl'), 'w+')
    rmSync(folder, { recursive: true, force: true })
  }

  /** Writes lines; the first portion at once, so that small results are there when this returns. */
  async write(lines: Iterable<BulkLine>): Promise<void> {
    let waiting = ''
    const flush = (): void => {
      this.bytes += writeSync(this.#file, waiting)
      waiting = ''
    }
    try {
      for (const { text, isRoot } of lines) {
        if (this.#isClosed) return
        waiting += `${text}\n`
        this.objects += 1
        if (isRoot) this.roots += 1
        if (waiting.length > flushBytes) flush()
        if (isRoot && this.roots % stride === 0) await setImmediate()
      }
      if (!this.#isClosed) flush()
    } finally {
      this.isDone = true
    }
  }

  /** The first `bytes` of what was written. */
  read(bytes: number): Readable {
    return Readable.from(this.#chunks(bytes), { objectMode: false })
  }

  *#chunks(bytes: number): Iterable<Buffer> {
    for (let at = 0; at < bytes && !this.#isClosed; ) {
      const chunk = Buffer.allocUnsafe(Math.min(flushBytes, bytes - at))
      const got = readSync(this.#file, chunk, 0, chunk.length, at)
      if (got === 0) return
      at += got
      yield chunk.subarray(0, got)
    }
  }

  /** Ends writing and takes the file away. */
  remove(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    closeSync(this.#file)
  }
}
