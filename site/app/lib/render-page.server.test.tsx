import { getEventListeners } from 'node:events'
import { Suspense, use } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { renderPage } from './render-page.server.ts'

describe('renderPage', () => {
  test('a page is returned as complete HTML', async () => {
    const { signal } = new AbortController()
    expect(await renderPage(<p>Hello</p>, signal)).toEqual({ html: '<p>Hello</p>', hasFailed: false })
  })

  test('a page that suspends has the same HTML as a page that does not', async () => {
    const { signal } = new AbortController()
    const later = new Promise<string>((resolve) => setTimeout(resolve, 5, 'Hello & <welcome>'))
    const Words = ({ text }: { text: Promise<string> | string }) => <p>{typeof text === 'string' ? text : use(text)}</p>
    const page = (text: Promise<string> | string) => (
      <html lang="en">
        <head>
          <title>Page</title>
        </head>
        <body>
          <Suspense>
            <Words text={text} />
          </Suspense>
        </body>
      </html>
    )

    const atOnce = await renderPage(page('Hello & <welcome>'), signal)
    const waited = await renderPage(page(later), signal)

    expect(atOnce.html).toMatch(/^<!DOCTYPE html><html/)
    expect(waited).toEqual(atOnce)
  })

  test('a suspended part of a page adds no inline script, however large the part is', async () => {
    const { signal } = new AbortController()
    const later = new Promise<string>((resolve) => setTimeout(resolve, 5, 'words '.repeat(10_000)))
    const Words = () => <p>{use(later)}</p>
    const parts = [1, 2, 3].map((part) => (
      <Suspense key={part} fallback="Wait">
        <Words />
      </Suspense>
    ))

    const { html } = await renderPage(<div>{parts}</div>, signal)

    expect(html).toContain('words words')
    expect(html).not.toMatch(/<script|<template/)
  })

  test('rendering leaves no listener on the signal, because a listener would keep every page in memory', async () => {
    const { signal } = new AbortController()
    await renderPage(<p>Hello</p>, signal)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('rendering stops if the visitor disconnects', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const visit = new AbortController()
    const never = new Promise<string>(() => {})
    const Waiting = () => <p>{use(never)}</p>
    const page = renderPage(
      <Suspense fallback="Wait">
        <Waiting />
      </Suspense>,
      visit.signal,
    )
    visit.abort()
    await expect(page).rejects.toThrow('aborted')
    expect(getEventListeners(visit.signal, 'abort')).toEqual([])
  })
})
