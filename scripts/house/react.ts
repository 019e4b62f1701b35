// The first import of whatever renders pages. React chooses between its builds when it is loaded, by NODE_ENV; where nobody
// has set that, it would take the one for its developers, which renders a page several times slower. Afterwards the
// variable is again as the operator left it: helpers for developers go by it.
import { said } from './react-choice.ts'
import 'react'
import 'react/jsx-runtime'
import 'react-dom/server'

if (said === undefined) delete process.env.NODE_ENV
