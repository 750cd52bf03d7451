import type {
  createRoute as createReactRoute,
  createRootRouteWithContext,
} from '@tanstack/react-router';
import { BaseRootRoute, BaseRoute } from '@tanstack/router-core';

/*
 * Routes without the hooks and the Link that those of the React package carry: pages use plain links and no such hook,
 * and every visitor would fetch 2 KB of them. Source: docs/performance.md#goal-4.
 */

/** Makes a route below another. */
export const createRoute = ((options: object) =>
  new BaseRoute(options as never)) as unknown as typeof createReactRoute;

/** Makes the route above all others, whose loaders and pages get a context `C`. */
export const createRootRoute = <C extends object>() =>
  ((options: object) => new BaseRootRoute(options as never)) as unknown as ReturnType<
    typeof createRootRouteWithContext<C>
  >;
