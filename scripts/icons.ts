// Draws the icons for browsers and the installed app from `public/icon.svg`; run it after changing that file and commit the
// output.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'public')
const target = join(folder, 'icons')
const mark = await readFile(join(folder, 'icon.svg'), 'utf8')
const background = '#1b1718'

/** The logo on a full square, small enough for any mask that a launcher applies. */
function onSquare(share: number): string {
  const edge = (24 * (1 - share)) / 2
  const content = mark.replace(/<svg[^>]*>|<\/svg>/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="${background}"/><g transform="translate(${edge} ${edge}) scale(${share})">${content}</g></svg>`
}

async function draw(file: string, size: number, svg: string): Promise<void> {
  await writeFile(file, await toPng(size, svg))
}

async function toPng(size: number, svg: string): Promise<Buffer> {
  const density = (72 * size) / 24
  return await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

const headBytes = 6
const entryBytes = 16

/** An ICO file with several sizes, which browsers request by default. */
async function drawIco(file: string, sizes: readonly number[], svg: string): Promise<void> {
  const pictures = await Promise.all(sizes.map(async (size) => ({ size, png: await toPng(size, svg) })))
  const head = Buffer.alloc(headBytes + entryBytes * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = headBytes + entryBytes * index
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  await writeFile(file, Buffer.concat([head, ...pictures.map(({ png }) => png)]))
}

await mkdir(target, { recursive: true })
await draw(join(target, 'icon-192.png'), 192, mark)
await draw(join(target, 'icon-512.png'), 512, mark)
await draw(join(target, 'maskable-512.png'), 512, onSquare(0.72))
// Browsers request these two by default, at these addresses.
await draw(join(folder, 'apple-touch-icon.png'), 180, onSquare(0.86))
await drawIco(join(folder, 'favicon.ico'), [16, 32, 48], mark)
