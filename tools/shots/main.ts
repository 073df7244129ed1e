import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { launchBrowser } from '../browser.ts'
import { openCamera } from './camera.ts'
import { readOptions, USAGE } from './options.ts'
import { pagesOf } from './pages.ts'
import { contactSheet, type Shot } from './sheet.ts'

const options = readOptions(process.argv.slice(2))
if (options.help) {
  console.log(USAGE)
  process.exit(0)
}
const out = resolve(options.out ?? join(process.env.DATA_DIR ?? 'data', 'shots'))
// Only the default folder is emptied: a folder given by the user may contain other files.
if (!options.out) rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const browser = await launchBrowser()
const shots: Shot[] = []
try {
  for (const lang of options.langs)
    for (const theme of options.themes) {
      const camera = await openCamera(browser, options, lang, theme, out)
      const signInPath = lang === 'en' ? '/en/login' : '/login'
      if (signInPath.includes(options.only)) shots.push(...(await camera.shoot('Sign in', signInPath)))
      await camera.signIn()
      const pages = pagesOf(await camera.menus()).filter(({ path }) => path.includes(options.only))
      for (const { name, path } of pages) shots.push(...(await camera.shoot(name, path)))
      await camera.close()
      console.log(`${lang} ${theme}: ${pages.length} pages of the menu`)
    }
} finally {
  await browser.close()
}
writeFileSync(join(out, 'index.html'), contactSheet(shots, options.url))
for (const { path, lang, theme, width, wrong } of shots)
  for (const each of wrong) console.log(`${path} (${lang}, ${theme}, ${width}): ${each}`)
console.log(`${shots.length} pictures: ${join(out, 'index.html')}`)
