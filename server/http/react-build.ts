// React chooses between its builds when it is first loaded, by NODE_ENV; where nobody has set that, it would take the one
// for its developers, which renders a page several times slower. What the operator has said stays said: the variable is
// as it was once React is loaded.
const said = process.env.NODE_ENV
process.env.NODE_ENV ??= 'production'
await Promise.all([import('react'), import('react/jsx-runtime'), import('react-dom/server')])
if (said === undefined) delete process.env.NODE_ENV

export {}
