import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

// The shell has no window of its own, so that it takes less memory and processor time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const FONT = 'fonts-wqy-microhei'
/** Packages of Debian; the shell is not in all of its versions. */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Returns the path of Chromium or Chrome: from CHROME_PATH, the PATH, or the usual places. */
export const findBrowser = (): string | undefined => {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [process.env.CHROME_PATH, ...onPath, ...PLACES].find((path) => path && existsSync(path))
}

const hasChineseFont = (): boolean =>
  existsSync('/usr/share/fonts/truetype/wqy') || Boolean(spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).stdout?.trim())

/** Installs Chromium and a Chinese font with apt where they are missing and this process may; otherwise throws with the steps to take. */
export const ensureBrowser = (): void => {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall && !(findBrowser() && hasChineseFont())) {
    const apt = (...args: string[]): boolean =>
      spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
        .status === 0
    apt('update', '-qq')
    const wanted = findBrowser() ? [[FONT]] : PACKAGES.map((name) => [name, FONT])
    wanted.some((packages) => apt('install', '-y', '-qq', '--no-install-recommends', ...packages))
  }
  if (!findBrowser())
    throw new Error(`no browser for the tests: install Chromium (Debian: apt-get install ${PACKAGES[0]} ${FONT}) or set CHROME_PATH`)
}

/** Starts a headless browser with an empty profile that connects only to the pages it opens. */
export const launchBrowser = async (): Promise<Browser> => {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('no Chromium or Chrome found: set CHROME_PATH')
  return chromium.launch({ executablePath, headless: true, args: FLAGS })
}
