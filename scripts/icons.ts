// Draws the icons of the installed app from `public/icon.svg`; run it after changing that file and commit what it writes.
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'public')
const target = join(folder, 'icons')
const mark = await readFile(join(folder, 'icon.svg'), 'utf8')
const background = '#1b1718'

/** The mark on a square without corners, so small that whatever shape a launcher cuts out leaves it whole. */
function onSquare(share: number): string {
  const edge = (24 * (1 - share)) / 2
  const content = mark.replace(/<svg[^>]*>|<\/svg>/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="${background}"/><g transform="translate(${edge} ${edge}) scale(${share})">${content}</g></svg>`
}

async function draw(name: string, size: number, svg: string): Promise<void> {
  const density = (72 * size) / 24
  await sharp(Buffer.from(svg), { density })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(target, name))
}

await mkdir(target, { recursive: true })
await draw('icon-192.png', 192, mark)
await draw('icon-512.png', 512, mark)
await draw('maskable-512.png', 512, onSquare(0.72))
await draw('apple-touch-icon.png', 180, onSquare(0.86))
