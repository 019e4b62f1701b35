import type { ComponentProps, Ref } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '../../ui/index.ts'
import { CodeField } from './code-field.tsx'

interface CodeFormProps extends ComponentProps<typeof CodeField> {
  readonly intent: string
  /** Sent along. */
  readonly values: Readonly<Record<string, string>>
  readonly submit: string
  /** The button is as wide as the form. */
  readonly isWide?: boolean
  readonly ref?: Ref<HTMLFormElement>
}

/** A form that asks for a code and nothing else. */
export function CodeForm({ intent, values, submit, isWide = false, ref, ...field }: CodeFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === intent
  return (
    <Form className="grid max-w-sm gap-5" method="post" noValidate ref={ref}>
      <input name="intent" type="hidden" value={intent} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <CodeField {...field} />
      <Button className={isWide ? 'h-10 w-full' : 'w-fit'} isBusy={isBusy} kind="primary">
        {submit}
      </Button>
    </Form>
  )
}
