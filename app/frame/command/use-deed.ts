import { href, useFetcher, useLocation, useNavigate, useSubmit } from 'react-router'
import { useText } from '../../language/index.ts'
import { showToast } from '../../ui/index.ts'
import { themeFetcher } from '../basic/index.ts'
import type { Deed } from './commands.ts'

interface DeedWays {
  readonly close: (result?: 'help') => void
  readonly domain: string | undefined
  readonly signOut: () => void
}

/** Carries out what was chosen, and closes the menu. */
export function useDeed({ close, domain, signOut }: DeedWays): (deed: Deed) => void {
  const navigate = useNavigate()
  const theme = useFetcher({ key: themeFetcher })
  const submit = useSubmit()
  const copyLink = useCopyLink()
  const { pathname, search } = useLocation()
  const here = { back: `${pathname}${search}`, ...(domain ? { shop: domain } : {}) }
  return (deed) => {
    close(deed.kind === 'help' ? 'help' : undefined)
    switch (deed.kind) {
      case 'go':
        return void navigate(deed.to, { preventScrollReset: deed.to.startsWith(`${pathname}?`) })
      case 'download':
        return location.assign(deed.from)
      case 'theme':
        return void theme.submit(
          { theme: deed.theme, ...here },
          { action: href('/theme'), method: 'post', defaultShouldRevalidate: false },
        )
      case 'language':
        // A page's own submission: a fetcher would go with the menu.
        return void submit({ language: deed.language, ...here }, { action: href('/language'), method: 'post' })
      case 'copy_link':
        return copyLink()
      case 'print':
        // The menu is gone by then.
        return void setTimeout(() => print(), 300)
      case 'sign_out':
        return signOut()
      case 'help':
    }
  }
}

function useCopyLink(): () => void {
  const t = useText()
  return () =>
    void navigator.clipboard.writeText(location.href).then(
      () => showToast(t('command.link_copied')),
      () => showToast(t('command.link_not_copied'), 'failed'),
    )
}
