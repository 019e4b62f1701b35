import type { GuideView, SetupFinding } from '@tillsight/domain'
import { Form, useNavigation } from 'react-router'
import { Button, Card, TextField } from '../../ui/index.ts'
import { Findings } from './findings.tsx'

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
