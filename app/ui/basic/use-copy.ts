import { useEffect, useState } from 'react'

/** How long it is said that something was copied. */
const flagMs = 1500

/** Copies a text and says so for a moment. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  // A new object each time: a second press begins the moment anew.
  const [copied, setCopied] = useState<object>()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(undefined), flagMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied({}),
      () => setCopied(undefined),
    )
  return { isCopied: copied !== undefined, copy }
}
