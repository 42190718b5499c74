// Generated from openapi/presentation-generation.v1.yaml by `npm run generate`; do not edit.

import type { RequestSchema, ValidatedSchema } from './validated-schema.js';

export interface Route {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below basePath, such as /presentations/{id}. */
  readonly path: string;
  /** The parts of the path: fixed strings, or parameters. */
  readonly segments: readonly (string | { readonly param: string })[];
  readonly successStatus: number;
  readonly requestSchema?: RequestSchema;
  /** By status code, or `default`. */
  readonly responses: Readonly<Record<string, RouteResponse>>;
  /** Sections of the spec. */
  readonly sources: readonly string[];
}

export interface RouteResponse {
  readonly schema: ValidatedSchema;
  readonly mediaType: string;
  /** Sections of the spec. */
  readonly sources: readonly string[];
  /** The spec does not define the status, so the judge accepts other success statuses. */
  readonly statusAssumed: boolean;
}

/** Contains the version of the API. */
export const basePath = '/api/v1';

/** The id of an operation. */
export type OperationId =
  | 'listTemplates'
  | 'createPresentation'
  | 'getPresentation'
  | 'updatePresentation'
  | 'startGeneration'
  | 'getGenerationStatus'
  | 'sendGenerationMessage';

export const routes: readonly Route[] = [
  {
    operationId: 'listTemplates',
    method: 'GET',
    path: '/templates',
    segments: ['templates'],
    successStatus: 200,
    responses: {
      '200': { mediaType: 'application/json', schema: 'TemplateList', sources: ['4.1'], statusAssumed: true },
      '401': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '403': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['1', '5'],
        statusAssumed: true,
      },
      '405': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '429': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['7', '8'],
        statusAssumed: false,
      },
      default: { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
    },
    sources: ['1', '4', '4.1'],
  },
  {
    operationId: 'createPresentation',
    method: 'POST',
    path: '/presentations',
    segments: ['presentations'],
    successStatus: 201,
    requestSchema: 'CreatePresentationRequest',
    responses: {
      '201': {
        mediaType: 'application/json',
        schema: 'CreatedPresentation',
        sources: ['4.3'],
        statusAssumed: true,
      },
      '400': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '401': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '403': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['1', '5'],
        statusAssumed: true,
      },
      '405': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '413': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '415': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['4'],
        statusAssumed: true,
      },
      '429': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['7', '8'],
        statusAssumed: false,
      },
      default: { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
    },
    sources: ['1', '4', '4.3'],
  },
  {
    operationId: 'getPresentation',
    method: 'GET',
    path: '/presentations/{id}',
    segments: ['presentations', { param: 'id' }],
    successStatus: 200,
    responses: {
      '200': {
        mediaType: 'application/json',
        schema: 'Presentation',
        sources: ['2.1', '4.2'],
        statusAssumed: true,
      },
      '401': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '403': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['1', '5'],
        statusAssumed: true,
      },
      '404': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '405': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '429': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['7', '8'],
        statusAssumed: false,
      },
      default: { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
    },
    sources: ['1', '2.1', '4', '4.2'],
  },
  {
    operationId: 'updatePresentation',
    method: 'PATCH',
    path: '/presentations/{id}',
    segments: ['presentations', { param: 'id' }],
    successStatus: 200,
    requestSchema: 'UpdatePresentationRequest',
    responses: {
      '200': {
        mediaType: 'application/json',
        schema: 'UpdatedPresentation',
        sources: ['4.7'],
        statusAssumed: true,
      },
      '400': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '401': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '403': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['1', '5'],
        statusAssumed: true,
      },
      '404': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '405': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '413': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '415': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['4'],
        statusAssumed: true,
      },
      '429': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['7', '8'],
        statusAssumed: false,
      },
      default: { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
    },
    sources: ['1', '2.1', '4', '4.7'],
  },
  {
    operationId: 'startGeneration',
    method: 'POST',
    path: '/presentations/generate',
    segments: ['presentations', 'generate'],
    successStatus: 202,
    requestSchema: 'StartGenerationRequest',
    responses: {
      '202': {
        mediaType: 'application/json',
        schema: 'GenerationAccepted',
        sources: ['3', '4.4'],
        statusAssumed: false,
      },
      '400': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '401': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '403': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['1', '5'],
        statusAssumed: true,
      },
      '405': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '413': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '415': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['4'],
        statusAssumed: true,
      },
      '429': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['7', '8'],
        statusAssumed: false,
      },
      default: { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
    },
    sources: ['1', '3', '4', '4.4'],
  },
  {
    operationId: 'getGenerationStatus',
    method: 'GET',
    path: '/presentations/generate/{generationId}/status',
    segments: ['presentations', 'generate', { param: 'generationId' }, 'status'],
    successStatus: 200,
    responses: {
      '200': {
        mediaType: 'application/json',
        schema: 'JobView',
        sources: ['2.2', '4.5'],
        statusAssumed: true,
      },
      '401': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '403': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['1', '5'],
        statusAssumed: true,
      },
      '404': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '405': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '429': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['7', '8'],
        statusAssumed: false,
      },
      default: { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
    },
    sources: ['1', '2.2', '3', '4', '4.5'],
  },
  {
    operationId: 'sendGenerationMessage',
    method: 'POST',
    path: '/presentations/generate/{generationId}/message',
    segments: ['presentations', 'generate', { param: 'generationId' }, 'message'],
    successStatus: 202,
    requestSchema: 'GenerationMessageRequest',
    responses: {
      '202': {
        mediaType: 'application/json',
        schema: 'MessageAccepted',
        sources: ['4.6'],
        statusAssumed: true,
      },
      '400': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '401': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '403': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['1', '5'],
        statusAssumed: true,
      },
      '404': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['5'],
        statusAssumed: true,
      },
      '405': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '409': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['3'],
        statusAssumed: true,
      },
      '413': { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
      '415': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['4'],
        statusAssumed: true,
      },
      '429': {
        mediaType: 'application/problem+json',
        schema: 'Problem',
        sources: ['7', '8'],
        statusAssumed: false,
      },
      default: { mediaType: 'application/problem+json', schema: 'Problem', sources: [], statusAssumed: true },
    },
    sources: ['1', '3', '4', '4.5', '4.6'],
  },
];
