import { useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button, useAlive } from '../../ui/index.ts'

interface ResendFormProps {
  /** What the form sends along: the address, the factor. */
  readonly values: Readonly<Record<string, string>>
  /** Until when the service would refuse. */
  readonly waitSeconds: number
}

/** Has a code sent again, once the service would do it. Give it a new `key` whenever one was sent. */
export function ResendForm({ values, waitSeconds }: ResendFormProps) {
  const left = useCountdown(waitSeconds)
  const isAlive = useAlive()
  const isBusy = useNavigation().formData?.get('intent') === 'again'
  const isWaiting = isAlive && left > 0
  return (
    <Form className="flex h-8 items-center justify-center" method="post" noValidate>
      <input name="intent" type="hidden" value="again" />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <Button disabled={isWaiting} isBusy={isBusy} kind="quiet" size="small">
        {isWaiting ? `Send again in ${left} s` : 'Send again'}
      </Button>
    </Form>
  )
}

function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return left
}
