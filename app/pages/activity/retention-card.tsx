import { Form, useNavigation } from 'react-router'
import { Button, Card, CardHeader, TextField } from '../../ui/index.ts'
import type { ActivityLabels } from './model.ts'

interface RetentionCardProps {
  readonly days: number
  readonly labels: ActivityLabels
  /** Why the last number was refused. */
  readonly error: string | undefined
}

/** For how long entries are kept, which owners choose. */
export function RetentionCard({ days, labels, error }: RetentionCardProps) {
  const isBusy = useNavigation().formData?.has('days') ?? false
  return (
    <Card aria-labelledby="retention-heading" className="mt-6 pb-5">
      <CardHeader id="retention-heading" note={labels.retentionAbout} title={labels.retention} />
      <Form className="mt-4 grid justify-items-start gap-3 px-4 sm:px-5" key={days} method="post" preventScrollReset>
        <TextField
          defaultValue={days}
          error={error}
          inputMode="numeric"
          label={labels.retentionDays}
          max={3650}
          min={90}
          name="days"
          required
          type="number"
        />
        <Button isBusy={isBusy}>{labels.retentionSave}</Button>
      </Form>
    </Card>
  )
}
