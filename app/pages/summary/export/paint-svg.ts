/** Draws the shapes of an SVG as they look on the page. The canvas counts in the page's own pixels. */
export function paintSvg(canvas: CanvasRenderingContext2D, svg: SVGSVGElement): void {
  for (const shape of svg.querySelectorAll<SVGGraphicsElement>('path, circle, line, rect, polyline')) {
    const path = toPath(shape)
    const matrix = shape.getScreenCTM()
    const style = getComputedStyle(shape)
    if (!path || !matrix || style.visibility === 'hidden') continue
    const placed = new Path2D()
    placed.addPath(path, matrix)
    canvas.save()
    canvas.globalAlpha *= Number(style.opacity)
    fill(canvas, placed, style)
    stroke(canvas, placed, { style, scale: Math.hypot(matrix.a, matrix.b) })
    canvas.restore()
  }
}

function fill(canvas: CanvasRenderingContext2D, path: Path2D, style: CSSStyleDeclaration): void {
  if (style.fill === 'none') return
  canvas.save()
  canvas.globalAlpha *= Number(style.fillOpacity)
  canvas.fillStyle = style.fill
  canvas.fill(path)
  canvas.restore()
}

interface Stroke {
  readonly style: CSSStyleDeclaration
  /** Scale from the shape's units to CSS pixels. */
  readonly scale: number
}

function stroke(canvas: CanvasRenderingContext2D, path: Path2D, { style, scale }: Stroke): void {
  const own = Number.parseFloat(style.strokeWidth)
  if (style.stroke === 'none' || !(own > 0)) return
  const isFixed = style.getPropertyValue('vector-effect') === 'non-scaling-stroke'
  canvas.lineWidth = isFixed ? own : own * scale
  canvas.lineCap = style.strokeLinecap === 'round' ? 'round' : 'butt'
  canvas.lineJoin = style.strokeLinejoin === 'round' ? 'round' : 'miter'
  canvas.setLineDash(
    style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat),
  )
  canvas.strokeStyle = style.stroke
  canvas.stroke(path)
  canvas.setLineDash([])
}

/** Draws the shape that the style sheet puts before the text of an element: cut out of its colour, in shares of a square. */
export function paintShape(canvas: CanvasRenderingContext2D, element: Element): void {
  const style = getComputedStyle(element, '::before')
  const corners = [...style.clipPath.matchAll(/([\d.]+)% ([\d.]+)%/g)]
  const size = Number.parseFloat(style.width)
  if (corners.length === 0 || !(size > 0)) return
  const { left, right, top, height } = element.getBoundingClientRect()
  const isMirrored = getComputedStyle(element).direction === 'rtl'
  canvas.save()
  canvas.translate(isMirrored ? right : left, top + (height - size) / 2)
  canvas.scale((isMirrored ? -size : size) / 100, size / 100)
  canvas.fillStyle = style.color
  canvas.fill(new Path2D(`M${corners.map(([, x, y]) => `${x} ${y}`).join('L')}Z`))
  canvas.restore()
}

function toPath(shape: SVGGraphicsElement): Path2D | undefined {
  const number = (name: string) => Number(shape.getAttribute(name) ?? 0)
  const path = new Path2D()
  switch (shape.tagName) {
    case 'path':
      return new Path2D(shape.getAttribute('d') ?? '')
    case 'circle':
      path.arc(number('cx'), number('cy'), number('r'), 0, 2 * Math.PI)
      return path
    case 'line':
      path.moveTo(number('x1'), number('y1'))
      path.lineTo(number('x2'), number('y2'))
      return path
    case 'rect':
      path.rect(number('x'), number('y'), number('width'), number('height'))
      return path
    case 'polyline':
      return new Path2D(`M${shape.getAttribute('points') ?? ''}`)
    default:
      return undefined
  }
}
