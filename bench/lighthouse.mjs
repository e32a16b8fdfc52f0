// Runs Lighthouse (mobile) on the three pages with goals, and on the same pages without scripts to show what the
// scripts cost. Reports the median of several runs, because single runs vary a lot. npm run bench -- lighthouse, or
// node bench/lighthouse.mjs http://localhost:3000 for a running site.
import lighthouse from 'lighthouse'
import { pagesOf, startChromium } from './lib/chromium.mjs'
import { withDemoSite } from './lib/demo-site.mjs'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const runs = Number(process.env.RUNS ?? 3)

const chromium = await startChromium()
try {
  await withDemoSite(async (site) => {
    for (const [name, url] of Object.entries(await pagesOf(site))) {
      report(name, CATEGORIES, await measure(url, { onlyCategories: CATEGORIES }))
      const bare = { onlyCategories: ['performance'], blockedUrlPatterns: ['*.js'] }
      report(`${name} without scripts`, bare.onlyCategories, await measure(url, bare))
    }
  })
} finally {
  chromium.kill()
}

async function measure(url, settings) {
  const results = []
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, { port: chromium.port, logLevel: 'error', ...settings })
    if (!result) throw new Error(`Lighthouse returned no result for ${url}`)
    results.push(result.lhr)
  }
  const score = (lhr) => lhr.categories.performance.score
  return results.toSorted((a, b) => score(a) - score(b))[Math.floor(results.length / 2)]
}

function report(name, categories, lhr) {
  const scores = categories.map((id) => `${id} ${Math.round(lhr.categories[id].score * 100)}`)
  const metrics = METRICS.map((id) => `${id} ${lhr.audits[id].displayValue}`)
  console.log(`${name}: ${scores.join(', ')}\n  ${metrics.join(', ')}`)
  for (const id of categories) {
    for (const { id: audit, weight } of lhr.categories[id].auditRefs) {
      const { score, title } = lhr.audits[audit]
      if (weight > 0 && score !== null && score < 0.9) console.log(`  below 90: ${id} / ${title} (${score})`)
    }
  }
}
