import type { GuideView } from '@tillsight/domain'
import { useLanguage, useServerText } from '../../language/index.ts'

type Picture = GuideView['ways'][number]['steps'][number]['picture']

const rowHeight = 42

/**
 * What a step looks like at the platform, drawn by us: its menu, what is filled in or ticked, and the control to press with the
 * number of the step. A screen that the platform has in English alone is English in all its parts. The text beside it says the
 * same, so that nothing is lost on whoever does not see it.
 */
export function StepPicture({ picture: { at, fields, ticks, press }, step }: StepPictureProps) {
  const translate = useServerText()
  const language = useLanguage()
  const isTranslated = translate(at) !== at
  const inPicture = (text: string) => (isTranslated ? translate(text) : text)
  const [screen = '', ...path] = inPicture(at).split(' > ')
  const rows = fields.length + ticks.length
  return (
    <svg
      aria-hidden="true"
      className="h-auto w-full max-w-120 rounded-lg border border-line bg-sunken text-[15px]"
      direction="ltr"
      lang={isTranslated ? language : 'en'}
      viewBox="0 0 480 270"
    >
      <path className="fill-surface" d="M0 0h480v40H0z" />
      <text className="fill-ink font-semibold" x="16" y="26">
        {screen}
      </text>
      <text className="fill-soft" x="16" y="66">
        {path.join(' › ')}
      </text>
      <path className="fill-accent-wash" d="M16 84h96v22H16z" />
      <path className="fill-line" d="M24 92h64v6H24zM24 122h72v6H24zM24 148h54v6H24zM24 174h68v6H24zM24 200h46v6H24z" />
      {fields.map((label, row) => (
        <Field key={label} label={inPicture(label)} y={84 + row * rowHeight} />
      ))}
      {ticks.map((label, row) => (
        <Tick key={label} label={inPicture(label)} y={84 + (fields.length + row) * rowHeight} />
      ))}
      {press !== null && <Press label={inPicture(press)} step={step} y={92 + rows * rowHeight} />}
    </svg>
  )
}

interface StepPictureProps {
  readonly picture: Picture
  /** The number of the step, which the control to press carries. */
  readonly step: number
}

interface PartProps {
  readonly label: string
  readonly y: number
}

function Field({ label, y }: PartProps) {
  return (
    <>
      <text className="fill-soft" x="132" y={y + 20}>
        {label}
      </text>
      <rect className="fill-surface stroke-edge" height="28" rx="5" width="130" x="334" y={y} />
      <path className="fill-line" d={`M344 ${y + 11}h84v6h-84z`} />
    </>
  )
}

function Tick({ label, y }: PartProps) {
  return (
    <>
      <rect className="fill-accent" height="20" rx="4" width="20" x="132" y={y + 4} />
      <path className="fill-none stroke-2 stroke-canvas" d={`m137 ${y + 14} 4 4 7-8`} />
      <text className="fill-ink" x="162" y={y + 20}>
        {label}
      </text>
    </>
  )
}

/** As wide as its words roughly are: the drawing is made where no text can be measured. */
function Press({ label, step, y }: PartProps & { readonly step: number }) {
  const width = 32 + label.length * 8.4
  return (
    <>
      <rect className="fill-accent" height="34" rx="7" width={width} x="132" y={y} />
      <text className="fill-canvas font-medium" textAnchor="middle" x={132 + width / 2} y={y + 22}>
        {label}
      </text>
      <circle className="fill-surface stroke-2 stroke-accent" cx={132 + width} cy={y} r="13" />
      <text className="fill-ink font-semibold" textAnchor="middle" x={132 + width} y={y + 5}>
        {step}
      </text>
    </>
  )
}
