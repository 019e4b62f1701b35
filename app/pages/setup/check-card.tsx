import type { GuideView, SetupFinding } from '@tillsight/domain'
import { Check, CircleAlert, CircleHelp } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { Button, Card, TextField } from '../../ui/index.ts'

const looks = {
  ok: { icon: Check, mark: 'text-good', word: 'Right' },
  wrong: { icon: CircleAlert, mark: 'text-bad', word: 'Wrong' },
  unknown: { icon: CircleHelp, mark: 'text-faint', word: 'Not known' },
} as const satisfies Record<SetupFinding['state'], unknown>

interface CheckCardProps {
  readonly guide: GuideView
  /** What the last check found; undefined before one. */
  readonly findings: readonly SetupFinding[] | undefined
  /** What was typed for it. */
  readonly values: Readonly<Record<string, string>>
}

/** Looks at everything that connecting this way takes, and says what is still wrong. */
export function CheckCard({ guide, findings, values }: CheckCardProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  const { field, connected, label, way } = guide
  return (
    <Card aria-labelledby="check-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="check-heading">
        What is still wrong?
      </h2>
      <p className="mt-1 mb-4 text-pretty text-[13px] text-soft">
        {connected === null
          ? `Looks at this installation and, as far as it lets us, at ${label}. Nothing is changed.`
          : `Looks at this installation, and at what ${connected} lets us see. Nothing is changed.`}
      </p>
      <Form className="grid gap-4" method="post" preventScrollReset>
        <input name="way" type="hidden" value={way} />
        {field && (
          <TextField
            autoComplete="off"
            defaultValue={values[field.key] ?? ''}
            help={field.help}
            inputMode="url"
            key={values[field.key]}
            label={field.label}
            name={field.key}
            spellCheck={false}
          />
        )}
        <Button className="justify-self-start" isBusy={isBusy} kind="primary">
          Check now
        </Button>
      </Form>
      <div aria-live="polite">{findings && !isBusy && <Findings findings={findings} />}</div>
    </Card>
  )
}

/** What a check found, in the order in which it is to be mended. */
function Findings({ findings }: { readonly findings: readonly SetupFinding[] }) {
  return (
    <div className="mt-5 border-line border-t pt-4">
      <p className="font-medium">{summary(findings)}</p>
      <ol className="mt-3 grid gap-3.5">
        {findings.map(({ id, state, title, text }) => {
          const { icon: Icon, mark, word } = looks[state]
          return (
            <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5" data-state={state} key={id}>
              <Icon aria-hidden className={`mt-0.5 size-4 ${mark}`} />
              <div className="min-w-0">
                <h3 className="break-words font-medium">
                  <span className="sr-only">{word}: </span>
                  {title}
                </h3>
                <p className="break-words text-[13px] text-soft">{text}</p>
              </div>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function summary(findings: readonly SetupFinding[]): string {
  const count = (state: SetupFinding['state']) => findings.filter((finding) => finding.state === state).length
  const [wrong, unknown] = [count('wrong'), count('unknown')]
  const open =
    unknown === 0 ? '' : unknown === 1 ? ' One thing cannot be told yet.' : ` ${unknown} things cannot be told yet.`
  if (wrong === 0) return `Nothing is wrong.${open}`
  return wrong === 1 ? `One thing is wrong.${open}` : `${wrong} things are wrong; begin with the first.${open}`
}
