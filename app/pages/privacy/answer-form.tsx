import { useEffect, useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { Button } from '../../ui/index.ts'

interface AnswerFormProps {
  readonly domain: string
  readonly request: string
  readonly who: string
}

const askEveryMs = 2_000

/** Downloads what is held about whoever asks. A download leaves the page as it is, so that it looks until the request is closed. */
export function AnswerForm({ domain, request, who }: AnswerFormProps) {
  const [isAsked, setAsked] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAsked) return
    const timer = setInterval(() => void revalidate(), askEveryMs)
    return () => clearInterval(timer)
  }, [isAsked, revalidate])
  return (
    <form
      action={href('/shop/:domain/settings/privacy/file', { domain })}
      method="post"
      onSubmit={() => setAsked(true)}
    >
      <input name="request" type="hidden" value={request} />
      <Button isBusy={isAsked} size="small">
        Download what is held<span className="sr-only"> about {who}</span>
      </Button>
    </form>
  )
}
