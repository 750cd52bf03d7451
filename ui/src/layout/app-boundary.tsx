import type { i18n as I18n } from 'i18next';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportError } from '../document/report-error.ts';
import { AppError } from './app-error.tsx';

/** Catches errors that no route caught, reports them and shows the second error screen. */
export class AppBoundary extends Component<
  { readonly i18n: I18n; readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    reportError(error, info.componentStack ?? '');
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <AppError i18n={this.props.i18n} retry={() => this.setState({ hasFailed: false })} />;
  }
}
