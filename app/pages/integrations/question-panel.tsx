import { type ReactNode, useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { buttonClass } from '../../ui/index.ts'

interface QuestionPanelProps {
  /** Of the connection. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** Takes the focus when it opens, so that whoever asked is where the answer is given. */
export function QuestionPanel({ id, title, children }: QuestionPanelProps) {
  const ref = useRef<HTMLElement>(null)
  const name = `ask-${id}`
  useEffect(() => {
    if (window.location.hash === `#${name}`) ref.current?.focus()
  }, [name])
  return (
    <section
      aria-labelledby={`${name}-title`}
      className="scroll-mt-6 rounded-b-xl border-line border-t bg-canvas/60 px-4 py-5 sm:px-5"
      id={name}
      ref={ref}
      tabIndex={-1}
    >
      <h4 className="mb-1 font-semibold" id={`${name}-title`}>
        {title}
      </h4>
      {children}
    </section>
  )
}

/** Back to the page as it was. */
export function Cancel({ domain }: { readonly domain: string }) {
  return (
    <Link className={buttonClass('quiet', 'small')} preventScrollReset to={integrationsPath(domain)}>
      Cancel
    </Link>
  )
}

/** The page without a question. */
export function integrationsPath(domain: string): string {
  return href('/shop/:domain/integrations', { domain })
}
