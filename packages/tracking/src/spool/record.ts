import { crc32 } from 'node:zlib'

/** Length and checksum in front of every record. */
export const headerBytes = 8

/** A record as it stands in a file: length, checksum of what follows, and the text itself. */
export function encodeRecord(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const record = Buffer.allocUnsafe(headerBytes + length)
  record.write(text, headerBytes)
  record.writeUInt32LE(length, 0)
  record.writeUInt32LE(crc32(record.subarray(headerBytes)), 4)
  return record
}

/** Records that are whole, and how many bytes they take. */
export interface Decoded {
  readonly records: readonly string[]
  readonly bytes: number
  /** Bytes follow that are no record; false also where the last one only goes on beyond what was read. */
  readonly isBroken: boolean
  /** Bytes that the record needs which was cut off by the end of what was read; 0 when none was. */
  readonly needs: number
}

/** Reads whole records from the beginning of `bytes`, up to the first that is cut off or damaged. */
export function decodeRecords(bytes: Buffer): Decoded {
  const records: string[] = []
  let at = 0
  while (bytes.length - at >= headerBytes) {
    const length = bytes.readUInt32LE(at)
    const end = at + headerBytes + length
    if (length === 0) return { records, bytes: at, isBroken: true, needs: 0 }
    if (end > bytes.length) return { records, bytes: at, isBroken: false, needs: end - at }
    const body = bytes.subarray(at + headerBytes, end)
    if (crc32(body) !== bytes.readUInt32LE(at + 4)) return { records, bytes: at, isBroken: true, needs: 0 }
    records.push(body.toString())
    at = end
  }
  return { records, bytes: at, isBroken: false, needs: at < bytes.length ? headerBytes : 0 }
}
