import { href, redirect } from 'react-router'

/** The former address of the first step. */
export function loader() {
  return redirect(href('/register'))
}
