// The first import of every process that renders pages. React selects its build by NODE_ENV when it is loaded; if unset, that
// would be the development build, which renders several times slower. Afterwards the variable is restored: development
// helpers depend on it.
import { said } from './react-choice.ts'
import 'react'
import 'react/jsx-runtime'
import 'react-dom/server'

if (said === undefined) delete process.env.NODE_ENV
