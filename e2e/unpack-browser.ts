// Run as a process of its own: the package unpacks into the temporary folder and changes its process's environment.
import packed from '@sparticuz/chromium'

await packed.executablePath()
