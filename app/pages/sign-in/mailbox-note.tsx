import { Notice } from '../../ui/index.ts'

/** Where messages go while no mail server is set up. */
export function MailboxNote({ path }: { readonly path: string | null }) {
  if (path === null) return null
  return (
    <Notice severity="info">
      This installation sends no real mail yet. What it would have sent is in{' '}
      <a className="font-medium underline underline-offset-3" href={path} rel="noreferrer" target="_blank">
        the mail box
      </a>
      .
    </Notice>
  )
}
