import {
  environmentManager,
  onlineManager,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { act, createElement, type FunctionComponent, type ReactNode } from 'react'
import { create } from 'react-test-renderer'
import { SWRConfig } from 'swr'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ClientError, createClient } from 'stablecoin-issuer-api'
import { fakeIssuer } from 'stablecoin-issuer-api/testing'
import {
  createQueryClient,
  queryHooks,
  sentenceOf,
  swrConfig,
  swrHooks,
} from '../../../openapi/guides/examples/options/hooks.js'
import { provider } from '../../fixtures/acme/index.js'
import { after, useFakeClock } from '../../support/clock.js'
import { conversion } from '../../support/examples.js'

useFakeClock()

/** Acme without a look-up, and without a promise what a repeat gets: a lost answer stays lost. */
const { createStablecoinConversion, ...others } = provider.operations
const bare = { ...createStablecoinConversion, key: undefined, lookUp: undefined }
const acme = { ...provider, operations: { ...others, createStablecoinConversion: bare } }

function issuerAndClient() {
  const issuer = fakeIssuer({ provider: acme as object as typeof provider })
  return { issuer, client: createClient(issuer.options) }
}

/** What a hook gives, in a tree that no browser shows; it takes the place of a component. */
async function used<Result>(hook: () => Result, around: (child: ReactNode) => ReactNode) {
  // It says on each start that it is deprecated.
  vi.spyOn(console, 'error').mockReturnValue()
  // Elsewhere than in a browser, TanStack Query repeats nothing by itself.
  environmentManager.setIsServer(() => false)
  const results: Result[] = []
  const Component: FunctionComponent = () => {
    results.push(hook())
    return null
  }
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // oxlint-disable-next-line typescript/no-deprecated -- React's other renderers need a browser
  const tree = await act(() => Promise.resolve(create(around(createElement(Component)) as never)))
  onTestFinished(() => {
    act(() => {
      tree.unmount()
    })
    environmentManager.setIsServer(() => true)
    vi.unstubAllGlobals()
  })
  return () => results.at(-1) as Result
}

const byQuery = (queryClient: QueryClient) => (child: ReactNode) =>
  createElement(QueryClientProvider, { client: queryClient }, child)

const bySwr = (config: object) => (child: ReactNode) =>
  createElement(SWRConfig, { value: { provider: () => new Map(), ...config } }, child)

const reads = [
  ['TanStack Query, as in the guide', queryHooks, () => byQuery(createQueryClient()), 3],
  ['TanStack Query by default', queryHooks, () => byQuery(new QueryClient()), 12],
  ['SWR, as in the guide', swrHooks, () => bySwr(swrConfig), 3],
  ['SWR by default, in an hour', swrHooks, () => bySwr({}), 27],
] as const

it.each(reads)('a read with a 503 is sent again by %s', async (_, hooks, around, count) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const { issuer, client } = issuerAndClient()
  issuer.next('readConversion', () => ({ status: 503 }))
  const { useConversion } = hooks(client)
  const read = await used<{ readonly error: unknown }>(() => {
    const { error } = useConversion('c-1')
    return { error }
  }, around())
  await act(() => after(3_600))
  expect(read().error).toMatchObject({ outcome: 'failed', status: 503 })
  expect(issuer.requests).toHaveLength(count)
})

const retrying = () => new QueryClient({ defaultOptions: { mutations: { retry: 3 } } })
const retryingFrom = () => {
  const retry = (count: number, error: unknown): boolean =>
    count < 3 && ClientError.is(error) && error.retryAt !== undefined
  const retryDelay = (_: number, error: unknown): number =>
    ClientError.is(error) ? Number(error.retryAt) - Date.now() : 0
  return new QueryClient({ defaultOptions: { mutations: { retry, retryDelay } } })
}

it.each([
  ['as in the guide', createQueryClient, 1],
  ['with retry by retryAt', retryingFrom, 1],
  ['with retry: 3', retrying, 2],
] as const)('TanStack Query, %s, sends an order whose answer is lost', async (_, start, count) => {
  const { issuer, client } = issuerAndClient()
  issuer.next('createStablecoinConversion', 'broken')
  const { useConvert } = queryHooks(client)
  const convert = await used(useConvert, byQuery(start()))
  const end = convert()
    .mutateAsync({ body: conversion })
    .then(({ status }) => status, sentenceOf)
  await act(() => after(60))
  expect(await end).toBe(count === 1 ? 'It may have been made: look it up.' : 'CREATED')
  expect(issuer.requests).toHaveLength(count)
})

it('SWR sends an order whose answer is lost once, as long as it is no useSWR', async () => {
  const { issuer, client } = issuerAndClient()
  issuer.next('createStablecoinConversion', 'broken')
  const { useConvert } = swrHooks(client)
  const convert = await used(useConvert, bySwr({}))
  const end = convert().trigger(conversion).then(String, sentenceOf)
  await act(() => after(3_600))
  expect(await end).toBe('It may have been made: look it up.')
  expect(issuer.requests).toHaveLength(1)
})

it('a refusal is the body that the service sent', async () => {
  const { issuer, client } = issuerAndClient()
  issuer.next('createStablecoinConversion', { status: 422, body: { code: 'LIMIT' } })
  const { useConvert } = queryHooks(client)
  const convert = await used(useConvert, byQuery(createQueryClient()))
  const end = convert()
    .mutateAsync({ body: conversion })
    .catch((error: unknown) => error)
  await act(() => after(1))
  expect(await end).toEqual({ code: 'LIMIT' })
  expect(sentenceOf(await end)).toBe('The issuer refused it.')
})

it.each([
  ['fails, as in the guide', createQueryClient, 'It was not made.', 0],
  ['is made later, by default', () => new QueryClient(), 'CREATED', 1],
] as const)('an order without a network %s', async (_, start, result, count) => {
  const { issuer, client } = issuerAndClient()
  issuer.next('createStablecoinConversion', () =>
    onlineManager.isOnline() ? undefined : 'refused',
  )
  onTestFinished(() => {
    onlineManager.setOnline(true)
  })
  const { useConvert } = queryHooks(client)
  const convert = await used(useConvert, byQuery(start()))
  onlineManager.setOnline(false)
  const end = convert()
    .mutateAsync({ body: conversion })
    .then(({ status }) => status, sentenceOf)
  await act(() => after(3_600))
  onlineManager.setOnline(true)
  await act(() => after(60))
  expect(await end).toBe(result)
  expect(issuer.requests).toHaveLength(count)
})
