import { useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { readFragment } from './fragment.ts'

/** Takes an answer behind the `#` to the page that explains it, wherever among the sign-in pages it arrived. */
export function FragmentWatch() {
  const navigate = useNavigate()
  useEffect(() => {
    const { pathname, hash } = location
    if (pathname === href('/auth/callback') || readFragment(hash).kind === 'none') return
    void navigate(`${href('/auth/callback')}${hash}`, { replace: true })
  }, [navigate])
  return null
}
