import { Form, useNavigation } from 'react-router'
import { Button, Notice, TextField } from '../../ui/index.ts'
import type { PrivacyOutcome } from './model.ts'

/** Asks whom it is about. Posted, so that an address stands in no URL and no log. */
export function LookUpForm({ outcome }: { readonly outcome: PrivacyOutcome | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'look-up'
  const name = outcome === undefined || outcome.kind === 'erased' ? {} : outcome.name
  return (
    <Form
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 px-4 sm:grid-cols-2 sm:px-5"
      key={outcome?.kind === 'erased' ? 'erased' : 'asking'}
      method="post"
      preventScrollReset
    >
      {outcome?.kind === 'refused' && (
        <div className="sm:col-span-2" id="outcome" role="alert" tabIndex={-1}>
          <Notice severity="serious">{outcome.message}</Notice>
        </div>
      )}
      <div className="sm:col-span-2">
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={name.email}
          inputMode="email"
          label="E-mail address"
          maxLength={320}
          name="email"
          spellCheck={false}
        />
      </div>
      <TextField
        autoComplete="off"
        defaultValue={name.phone}
        inputMode="tel"
        label="Phone number"
        maxLength={320}
        name="phone"
      />
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={name.customer}
        label="Customer id at the platform"
        maxLength={320}
        name="customer"
        spellCheck={false}
      />
      <Button className="w-fit" isBusy={isBusy} kind="primary" name="intent" value="look-up">
        Look up
      </Button>
    </Form>
  )
}
