import { paintShape, paintSvg } from './paint-svg.ts'

/** Elements left out of a picture: controls, popups, and text for screen readers only. */
const left = '[data-picture="skip"], button:not([data-picture="keep"]), input, select, nav, form, details, noscript'

/**
 * Draws an element as it looks on the page: backgrounds, borders, texts and SVG, in the colours of the current theme.
 * The canvas counts in the page's own pixels. Knows what this app's widgets are made of, and no more of CSS.
 */
export function paintElement(canvas: CanvasRenderingContext2D, element: Element): void {
  if (element.matches(left)) return
  const style = getComputedStyle(element)
  if (style.display === 'none' || style.visibility === 'hidden') return
  const box = element.getBoundingClientRect()
  const isClipped = style.overflowX !== 'visible'
  // Visually hidden: clipped to a single pixel, for screen readers.
  if (isClipped && box.width <= 1) return
  canvas.save()
  canvas.globalAlpha *= Number(style.opacity)
  if (element instanceof SVGSVGElement) paintSvg(canvas, element)
  else {
    paintBox(canvas, box, style)
    paintShape(canvas, element)
    if (isClipped) {
      canvas.beginPath()
      canvas.rect(box.x, box.y, box.width, box.height)
      canvas.clip()
    }
    for (const child of element.childNodes) {
      if (child instanceof Element) paintElement(canvas, child)
      else if (child instanceof Text) paintText(canvas, child, style)
    }
  }
  canvas.restore()
}

function paintBox(canvas: CanvasRenderingContext2D, box: DOMRect, style: CSSStyleDeclaration): void {
  canvas.fillStyle = style.backgroundColor
  canvas.beginPath()
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2)
  canvas.roundRect(box.x, box.y, box.width, box.height, Math.max(0, radius))
  canvas.fill()
  const width = Number.parseFloat(style.borderTopWidth)
  if (radius > 0 && width > 0 && style.borderBottomWidth === style.borderTopWidth) {
    canvas.beginPath()
    const inside = width / 2
    canvas.roundRect(
      box.x + inside,
      box.y + inside,
      box.width - width,
      box.height - width,
      Math.max(0, radius - inside),
    )
    canvas.lineWidth = width
    canvas.strokeStyle = style.borderTopColor
    canvas.stroke()
    return
  }
  const { left: start, right: end, top, bottom } = box
  const sides = [
    ['top', [start, top, end, top]],
    ['bottom', [start, bottom, end, bottom]],
    ['left', [start, top, start, bottom]],
    ['right', [end, top, end, bottom]],
  ] as const
  for (const [side, ends] of sides) paintBorder(canvas, ends, { style, side })
}

interface Border {
  readonly style: CSSStyleDeclaration
  readonly side: 'top' | 'bottom' | 'left' | 'right'
}

type Ends = readonly [number, number, number, number]

function paintBorder(canvas: CanvasRenderingContext2D, [x1, y1, x2, y2]: Ends, { style, side }: Border): void {
  const width = Number.parseFloat(style.getPropertyValue(`border-${side}-width`))
  if (!(width > 0)) return
  canvas.lineWidth = width
  canvas.lineCap = 'butt'
  canvas.strokeStyle = style.getPropertyValue(`border-${side}-color`)
  canvas.setLineDash(style.getPropertyValue(`border-${side}-style`) === 'dashed' ? [width * 2, width * 2] : [])
  // A border lies inside its box: the centre of its stroke is half its width from the edge.
  const inside = side === 'top' || side === 'left' ? width / 2 : -width / 2
  const [dx, dy] = side === 'left' || side === 'right' ? [inside, 0] : [0, inside]
  canvas.beginPath()
  canvas.moveTo(x1 + dx, y1 + dy)
  canvas.lineTo(x2 + dx, y2 + dy)
  canvas.stroke()
  canvas.setLineDash([])
}

/**
 * Draws word by word, where the browser placed each, so that lines break as on the page. A canvas has no tabular figures, so
 * digits are placed one by one.
 */
function paintText(canvas: CanvasRenderingContext2D, node: Text, style: CSSStyleDeclaration): void {
  const range = document.createRange()
  canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  canvas.fillStyle = style.color
  canvas.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing
  canvas.textAlign = 'left'
  const isTabular = style.fontVariantNumeric.includes('tabular-nums')
  for (const { 0: text, index } of node.data.matchAll(isTabular ? /\d|[^\s\d]+/g : /\S+/g)) {
    range.setStart(node, index)
    range.setEnd(node, index + text.length)
    const box = range.getBoundingClientRect()
    if (box.width === 0) continue
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent, width } = canvas.measureText(text)
    const spare = isTabular ? (box.width - width) / 2 : 0
    canvas.fillText(text, box.x + spare, box.y + (box.height - ascent - descent) / 2 + ascent)
  }
}
