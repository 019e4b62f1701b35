import { AppError } from '@tillsight/core'
import { widgetAnchor } from './anchor.ts'
import { fileName } from './file-name.ts'
import type { ExportedWidget, ExportPlace } from './model.ts'
import { paintElement } from './paint-element.ts'
import { layOutHeader, type PlacedText } from './picture-header.ts'

const padding = 16
/** Picture pixels per CSS pixel. */
const scale = 2

/** Saves the widget as it looks on the page as a PNG, with its title, period and shop. Rejects when it is not on the page. */
export async function saveAsPicture(widget: ExportedWidget, place: ExportPlace): Promise<void> {
  const element = document.getElementById(widgetAnchor(widget.key))
  if (!element) throw new AppError('unavailable', 'There is no such widget on the page.')
  const canvas = draw(element, widget, place)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new AppError('unavailable', 'The browser could not make a picture of it.')
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  const { domain } = place
  link.download = `${fileName({ domain, metrics: widget.metrics, by: widget.by, range: widget.range ?? place.range })}.png`
  link.click()
  // Some browsers start reading the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function draw(element: HTMLElement, widget: ExportedWidget, place: ExportPlace): HTMLCanvasElement {
  const box = boxOf(element)
  const style = getComputedStyle(element)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new AppError('unavailable', 'The browser cannot draw.')
  const font = (role: PlacedText['role']) => `${role === 'title' ? '600 16px' : '400 13px'} ${style.fontFamily}`
  const isRightToLeft = style.direction === 'rtl'
  // A widget with its own period states it.
  const { texts, height } = layOutHeader(
    { title: widget.title, about: [...(widget.range ? [] : [place.rangeText]), place.shopName] },
    {
      width: box.width,
      padding,
      isRightToLeft,
      measure(text, role) {
        context.font = font(role)
        return context.measureText(text).width
      },
    },
  )
  canvas.width = Math.ceil(box.width * scale)
  canvas.height = Math.ceil((height + box.height) * scale)
  context.scale(scale, scale)
  context.fillStyle = style.backgroundColor
  context.fillRect(0, 0, box.width, height + box.height)
  context.textAlign = isRightToLeft ? 'right' : 'left'
  for (const { text, x, y, role } of texts) {
    context.font = font(role)
    context.fillStyle = role === 'title' ? style.color : fainter(element)
    context.fillText(text, x, y)
  }
  context.translate(-box.x, height - box.y)
  for (const child of element.children) paintElement(context, child)
  return canvas
}

/** Space below the last element drawn. */
const margin = 16

/** The area to draw: without the title line, which the picture draws itself, and ending at the last line. */
function boxOf(element: HTMLElement): { readonly x: number; readonly y: number; width: number; height: number } {
  const whole = element.getBoundingClientRect()
  const skipped = [...element.querySelectorAll('[data-picture="skip"]')].map((part) => part.getBoundingClientRect())
  const [first] = skipped
  const last = skipped.findLast(({ bottom }) => whole.bottom - bottom < 2 * margin)
  const top = first && first.top - whole.top < margin ? first.bottom : whole.top
  const bottom = last && last !== first ? last.top + margin / 2 : whole.bottom
  return { x: whole.x, y: top, width: whole.width, height: bottom - top }
}

/** The colour of secondary text. */
function fainter(element: HTMLElement): string {
  const probe = document.createElement('span')
  probe.className = 'text-soft'
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
