// Draws the icons for browsers and the installed app from `public/icon.svg`, and writes those of the interface that are
// imported from `app/icons.ts` into that file; run it after changing either and commit the output.
import { execFileSync } from 'node:child_process'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as lucide from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(root, 'public')
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

const list = join(root, 'app', 'icons.ts')
const imports = /import \{([^}]*)\} from '[./]+\/icons\.ts'/g

/** Names of all icons that the app imports. */
async function namesOfIcons(): Promise<readonly string[]> {
  const names = new Set<string>()
  for await (const file of glob('app/**/*.{ts,tsx}', { cwd: root })) {
    for (const [, imported = ''] of (await readFile(join(root, file), 'utf8')).matchAll(imports)) {
      for (const name of imported.split(',').map((each) => each.trim())) {
        if (name !== '' && !name.startsWith('type ')) names.add(name)
      }
    }
  }
  return [...names].sort()
}

/** All shapes of an icon as one path. */
function pathOf(name: string): string {
  const icon = new Map<string, unknown>(Object.entries(lucide)).get(name)
  if (!isIcon(icon)) throw new Error(`Lucide has no icon ${name}.`)
  const [, ...shapes] = renderToStaticMarkup(createElement(icon)).matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)>/g)
  return shapes.map(([, shape = '', attributes = '']) => toPath(shape, attributes)).join('')
}

function isIcon(value: unknown): value is lucide.LucideIcon {
  return typeof value === 'object' && value !== null && 'displayName' in value
}

/** The first point counts from the corner, as it did in a path of its own; what follows it keeps counting from there. */
function fromCorner(d: string): string {
  return d.replace(/^m(-?\d*\.?\d+)[ ,]?(-?\d*\.?\d+)[ ,]?(?=[-.\d])/, 'M$1 $2l').replace(/^m/, 'M')
}

function toPath(shape: string, attributes: string): string {
  const text = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
  const number = (name: string) => Number(text(name))
  const [x, y, width, height, rx] = [number('x'), number('y'), number('width'), number('height'), number('rx')]
  const [cx, cy, r] = [number('cx'), number('cy'), number('r')]
  const corner = (right: number, down: number) => `a${rx} ${rx} 0 0 1 ${right} ${down}`
  switch (shape) {
    case 'path':
      return fromCorner(text('d'))
    case 'circle':
      return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0z`
    case 'line':
      return `M${text('x1')} ${text('y1')}L${text('x2')} ${text('y2')}`
    case 'polyline':
      return `M${text('points')}`
    case 'rect':
      return `M${x + rx} ${y}h${width - 2 * rx}${corner(rx, rx)}v${height - 2 * rx}${corner(-rx, rx)}h${2 * rx - width}${corner(-rx, -rx)}v${2 * rx - height}${corner(rx, -rx)}z`
    default:
      throw new Error(`A shape that is not known here: ${shape}`)
  }
}

const [head = ''] = (await readFile(list, 'utf8')).split('\nexport const ')
const lines = (await namesOfIcons()).map((name) => `export const ${name} = glyph('${pathOf(name)}')`)
await writeFile(list, `${head}\n${lines.join('\n')}\n`)
execFileSync('npx', ['biome', 'format', '--write', list])
