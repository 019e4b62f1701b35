import { useEffect } from 'react'
import { isQuickKey } from '../../ui/index.ts'

/** Id of the search field for names. */
export const searchFieldId = 'campaigns-find'

/** `/` focuses the search field, unless somebody is typing. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isQuickKey(event)) return
      const field = document.getElementById(searchFieldId)
      if (!(field instanceof HTMLInputElement)) return
      event.preventDefault()
      field.focus()
      field.select()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
